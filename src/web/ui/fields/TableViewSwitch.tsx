import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { filterChange } from '../../address/filterChange.ts';
import { PlainSwitch } from './PlainSwitch.tsx';

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
    <Box sx={{ mb: 4 }}>
      <PlainSwitch checked={useTableView()} onChange={showTables}>
        Diagramme als Tabellen zeigen
      </PlainSwitch>
    </Box>
  );
}
