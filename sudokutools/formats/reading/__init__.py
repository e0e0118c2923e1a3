"""What formats read text with: lines, cells, borders, drawings. Knows no format."""
