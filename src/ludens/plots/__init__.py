"""Charts as SVG: scales, axes, series with intervals, bars, legends. What is drawn is described by its caller."""
