"""The app in a phone's browser: the same app, run by a worker of the page, without a server."""
