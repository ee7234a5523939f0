"""What several processes need to share tables. Nothing else asks whether it is alone."""
