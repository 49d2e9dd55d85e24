/** Renders a Markdown table; a `|` within a cell is escaped. */
export function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderRow = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [renderRow(heads), renderRow(heads.map(() => '---')), ...rows.map(renderRow)].join('\n');
}

/** Renders a Markdown list. */
export const renderList = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
