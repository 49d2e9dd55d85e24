import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useSearchParams } from 'react-router';
import { filterChange } from '../../address/filterChange.ts';

/** The parameter of the URL. */
const paramName = 'ansicht';

/** Whether the page's charts are shown as tables (`?ansicht=tabelle`). */
export function useTableView(): boolean {
  return useSearchParams()[0].get(paramName) === 'tabelle';
}

/** The switch between charts and tables, which keeps the other parameters of the URL. */
export function TableViewSwitch() {
  const [, setParams] = useSearchParams();
  const showTables = (checked: boolean) =>
    setParams(
      (before) => {
        const otherParams = [...before].filter(([name]) => name !== paramName);
        return checked ? [...otherParams, [paramName, 'tabelle']] : otherParams;
      },
      { ...filterChange, replace: true },
    );
  return (
    <FormControlLabel
      label="Diagramme als Tabellen zeigen"
      control={<Switch checked={useTableView()} onChange={(_, checked) => showTables(checked)} />}
      sx={{ mb: 4 }}
    />
  );
}
