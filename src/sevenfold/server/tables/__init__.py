"""Tables in play: who sits there, whose turn it is, and what each is sent."""
