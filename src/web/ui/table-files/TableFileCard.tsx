import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useEffect, useRef, type ReactNode } from 'react';
import { BusyButton } from '../buttons/BusyButton.tsx';
import { ErrorNotice } from '../notices/ErrorNotice.tsx';
import { Notice } from '../notices/Notice.tsx';
import { TableFileField } from './TableFileField.tsx';
import { TableFileProgress } from './TableFileProgress.tsx';
import type { FileOutcome, useTableFile } from './useTableFile.ts';

interface Props {
  tableFile: Pick<ReturnType<typeof useTableFile>, 'file' | 'progress' | 'cancel' | 'choose' | 'start'> & {
    outcome: FileOutcome<unknown> | null;
  };
  maxBytes: number;
  /** The label of the button that sends the file. Without one, the file is only checked here, as the first step. */
  submitLabel?: string;
  /** What is said after 'Abbrechen'. */
  cancelledMessage: string;
  /** What to know before the file is sent, below its buttons. */
  children?: ReactNode;
}

/** The card to choose a table file, check it and send it, with the progress and with what went wrong. */
export function TableFileCard({ tableFile, maxBytes, submitLabel, cancelledMessage, children }: Props) {
  const { file, progress, outcome, cancel, choose, start } = tableFile;
  // The focused button disappears with the progress bar, so the button that sends the file takes the focus.
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (outcome && document.activeElement === document.body) submitButton.current?.focus();
  }, [outcome]);
  return (
    <Card sx={{ p: { xs: 4, sm: 6 } }}>
      {outcome && outcome.kind !== 'reported' && (
        <OutcomeNotice outcome={outcome} cancelledMessage={cancelledMessage} />
      )}
      {progress && file ? (
        <TableFileProgress fileName={file.name} {...progress} onCancel={cancel} />
      ) : (
        <>
          <TableFileField file={file} maxBytes={maxBytes} onChoose={choose} />
          <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 3 }}>
            <div>
              <BusyButton
                ref={submitButton}
                disabledReason={file ? null : 'Bitte wähle zuerst eine Excel- oder CSV-Datei aus.'}
                onClick={() => file && void start(file, submitLabel === undefined)}
              >
                {submitLabel ?? 'Datei prüfen'}
              </BusyButton>
            </div>
            {file && submitLabel !== undefined && (
              <Button variant="outlined" onClick={() => void start(file, true)}>
                Nur prüfen
              </Button>
            )}
          </Box>
          {children}
        </>
      )}
    </Card>
  );
}

interface NoticeProps {
  outcome: Exclude<FileOutcome<unknown>, { kind: 'reported' }>;
  cancelledMessage: string;
}

function OutcomeNotice({ outcome, cancelledMessage }: NoticeProps) {
  if (outcome.kind === 'failed') return <ErrorNotice error={outcome.error} />;
  const isProblem = outcome.kind === 'unusable';
  return (
    <Notice kind={isProblem ? 'error' : 'info'} announced>
      {isProblem ? outcome.problem : cancelledMessage}
    </Notice>
  );
}
