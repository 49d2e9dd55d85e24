import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode, SubmitEventHandler } from 'react';
import { BusyButton } from '../buttons/BusyButton.tsx';
import { Notice } from '../notices/Notice.tsx';

interface Props {
  /** The form's name for screen readers. */
  label: string;
  /** The style of the grid that contains the fields. */
  grid: SxProps<Theme>;
  /** The error of the form as a whole; '' if there is none. */
  formError: string;
  /** Whether there is a preview, and whether it matches the current form. */
  preview: 'none' | 'current' | 'outdated';
  busy: boolean;
  busyText: string;
  /** Whether the preview comes by itself. The form then has no button in sight; Enter shows the preview at once. */
  isAutomatic?: boolean;
  onSubmit: SubmitEventHandler;
  /** Called when the form changes. */
  onChange: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form whose effect can be previewed: the fields, and the button that shows or updates the preview. */
export function PreviewForm(props: Props) {
  const { label, grid, formError, preview, busy, busyText, isAutomatic, onSubmit, onChange, children } = props;
  return (
    <Card sx={{ p: { xs: 4, sm: 6 }, overflow: 'visible' }}>
      <Box component="form" noValidate aria-label={label} onSubmit={onSubmit} onChange={onChange} sx={grid}>
        {formError && (
          <Box sx={fullWidth}>
            <Notice kind="error" announced>
              {formError}
            </Notice>
          </Box>
        )}
        {children}
        {isAutomatic ? (
          // Without a button, Enter in a field would do nothing.
          <button type="submit" hidden>
            Vorschau zeigen
          </button>
        ) : (
          <Box sx={fullWidth}>
            <BusyButton
              type="submit"
              size="large"
              variant={preview === 'current' ? 'outlined' : 'contained'}
              busy={busy}
              busyText={busyText}
            >
              {preview === 'outdated' ? 'Vorschau erneuern' : 'Vorschau zeigen'}
            </BusyButton>
          </Box>
        )}
      </Box>
    </Card>
  );
}

const fullWidth = { gridColumn: '1 / -1' } as const;
