"""The pages of a table: opening, joining, acting, live updates, exports and history."""
