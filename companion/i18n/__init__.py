"""Words: from ids and arguments to sentences, per viewer. Serves web, paper and command line alike."""
