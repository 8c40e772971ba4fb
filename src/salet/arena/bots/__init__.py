"""What a bot is, the forms it comes in, and the bots of the house."""
