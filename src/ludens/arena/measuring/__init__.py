"""Measurements that take longer than one sitting: pairs of games on all cores, kept as they are played."""
