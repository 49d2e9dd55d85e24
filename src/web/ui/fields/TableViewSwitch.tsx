import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useSearchParams } from 'react-router';

const name = 'ansicht';

/** Whether the page's charts are shown as tables (`?ansicht=tabelle`). */
export function useTableView(): boolean {
  return useSearchParams()[0].get(name) === 'tabelle';
}

/** The switch between charts and tables, which keeps the other parameters of the address. */
export function TableViewSwitch() {
  const [, setParams] = useSearchParams();
  const show = (table: boolean) =>
    setParams(
      (before) => {
        const otherParams = [...before].filter(([other]) => other !== name);
        return table ? [...otherParams, [name, 'tabelle']] : otherParams;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <FormControlLabel
      label="Diagramme als Tabellen zeigen"
      control={<Switch checked={useTableView()} onChange={(_, checked) => show(checked)} />}
      sx={{ mb: 4 }}
    />
  );
}
