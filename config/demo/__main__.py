"""The command `python -m config.demo`."""

from config.demo import main

if __name__ == "__main__":
    main()
