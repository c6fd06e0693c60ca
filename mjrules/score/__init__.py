"""The score of a hand: every arrangement, the fans that hold, the principles that say which of them count."""
