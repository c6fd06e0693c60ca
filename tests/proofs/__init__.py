"""The relations of all fans made anew by both engines, and the scorer's table proved under every ruling."""
