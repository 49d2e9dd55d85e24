import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { formatFileSize } from '../../../shared/german.ts';
import { findUploadProblem } from '../formats.rules.ts';

interface Props {
  files: readonly File[];
  /** Removes a file from the selection; null while the files are being sent. */
  onRemove: ((file: File) => void) | null;
  /** The file extensions that may be uploaded; by default those for participants. */
  allowedExtensions?: readonly string[];
  /** The server's messages about the files that it refused. */
  refusalMessages: ReadonlyMap<File, string>;
  formatSize?: (bytes: number) => string;
}

/** The list of the chosen files, each with its size, its error if there is one, and a button to remove it. */
export function ChosenFiles({
  files,
  onRemove,
  allowedExtensions,
  refusalMessages,
  formatSize = formatFileSize,
}: Props) {
  const list = useRef<HTMLUListElement>(null);
  // Moves the focus to the first file with an error, which may be off screen.
  useEffect(() => {
    if (refusalMessages.size === 0) return;
    const row = list.current?.querySelector('[data-refused=true]');
    row?.querySelector('button')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [refusalMessages]);
  const remove = (file: File, index: number) => {
    onRemove?.(file);
    // The button of the next file gets the focus, since the focused button is removed.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      buttons[Math.min(index, buttons.length - 1)]?.focus();
    });
  };
  return (
    <Box component="ul" ref={list} aria-label="Ausgewählte Dateien" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {files.map((file, index) => {
        const problem = findUploadProblem(file, allowedExtensions) || refusalMessages.get(file);
        return (
          <Box
            component="li"
            data-refused={Boolean(problem)}
            key={`${file.name} ${file.size} ${file.lastModified}`}
            sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 2, borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {formatSize(file.size)}
              </Typography>
              {problem && (
                <Typography
                  variant="body2"
                  role={refusalMessages.has(file) ? 'alert' : undefined}
                  sx={{ color: 'error.main' }}
                >
                  {problem}
                </Typography>
              )}
            </Box>
            {onRemove && (
              <IconButton aria-label={`Entfernen ${file.name}`} onClick={() => remove(file, index)}>
                <CloseIcon />
              </IconButton>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
