"""`python -m stumper`."""

from stumper.cli import main

if __name__ == "__main__":
    main()
