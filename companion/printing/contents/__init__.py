"""The contents of each product: ids and numbers of the rules put into boxes. One module for each family of products."""
