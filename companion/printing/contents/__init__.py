"""What stands on each product: ids and numbers of the rules put into boxes. One module a family of products."""
