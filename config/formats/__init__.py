"""How dates and times are written where Django writes them, which is the admin: as the pages write them."""
