"""Programs in any language as agents, and our agents as such programs: lines of text over stdin and stdout.

``docs/protocol.md`` describes the lines.
"""
