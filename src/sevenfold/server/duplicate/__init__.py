"""The same cards for several (law 9): boards, and the days, events and evenings whose deals are boards.

Each is played at tables of their own, and what it brought is compared.
"""
