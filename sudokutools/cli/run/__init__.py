"""The pipeline: read records, answer them on many cores, write the answers in order."""
