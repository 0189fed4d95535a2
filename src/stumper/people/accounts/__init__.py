"""Who people are: accounts, how one logs in, and the names that others see."""
