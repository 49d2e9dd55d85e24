import ViewsIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Button from '@mui/material/Button';
import { Suspense, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { filterChange } from '../../../web/address/filterChange.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { useNow } from '../../../web/clock.ts';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { LoadingNotice } from '../../../web/ui/notices/LoadingNotice.tsx';
import type { Range } from '../../../web/ui/fields/range.ts';
import { storeColumns, useChosenColumns } from '../../../web/ui/tables/columnChoice.ts';
import { getViews, type SavedView } from '../contract.ts';
import { toAddressQuery, toSavedQuery, type NamedRange, type SavedList } from '../rules.ts';

const ViewsMenu = lazyComponent('ViewsMenu', () => import('./ViewsMenu.tsx'));
const SaveViewDialog = lazyComponent('SaveViewDialog', () => import('./SaveViewDialog.tsx'));

interface Props {
  list: SavedList;
  /** The days that the list shows, `yyyy-mm-dd`. */
  range: Range;
  /** The ranges that move along with the days in a saved view. */
  presets: readonly NamedRange[];
}

/**
 * The button with the saved views of a list, named after the view that the list shows. Its menu shows a view, saves the
 * current one, and deletes the one that the list shows (reference 7.20).
 */
export function ViewsButton({ list, range, presets }: Props) {
  const views = useApiQuery(getViews, { list });
  const today = useNow().date;
  const [address, setAddress] = useSearchParams();
  const columns = useChosenColumns(list);
  const query = toSavedQuery(list, address, { range, presets, today });
  const currentView = views.data?.data.find((view) => view.query === query && String(view.columns) === String(columns));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const id = useId();
  const show = (view: SavedView) => {
    storeColumns(list, view.columns);
    setAddress(new URLSearchParams(toAddressQuery(view.query, today)), filterChange);
  };
  return (
    <>
      <Button
        className="no-print"
        startIcon={<ViewsIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        sx={buttonStyle}
        onClick={({ currentTarget }) => {
          setWasOpened(true);
          setAnchor(currentTarget);
        }}
      >
        <span className="name">{currentView ? `Ansicht: ${currentView.name}` : 'Ansichten'}</span>
      </Button>
      {/* Stays mounted once it has been opened, so that it can close with its transition and return the focus. */}
      {wasOpened && (
        <Suspense fallback={<LoadingNotice />}>
          <ViewsMenu
            id={id}
            anchor={anchor}
            views={views}
            currentView={currentView}
            onShow={show}
            onSave={() => setIsSaving(true)}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
      {isSaving && (
        <Suspense fallback={<LoadingNotice />}>
          <SaveViewDialog
            view={{ list, query, columns }}
            takenNames={views.data?.data.map(({ name }) => name) ?? []}
            firstName={currentView?.name ?? ''}
            onClosed={() => setIsSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** As high as the row of the filters, and one line long. */
const buttonStyle = {
  minHeight: { sm: 36 },
  py: 0,
  '& .name': { maxWidth: '24ch', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
};
