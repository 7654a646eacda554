"""Records as files: other forms than ours, and reading files that anybody may have written."""
