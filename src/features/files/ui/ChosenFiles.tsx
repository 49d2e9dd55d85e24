import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { megabytes, problemOf } from '../rules.ts';

interface Props {
  files: readonly File[];
  /** Takes a file out of the selection; null while it is being sent. */
  onRemove: ((file: File) => void) | null;
  /** Endings that may be uploaded; a participant's without it. */
  allowed?: readonly string[];
}

/** The files chosen, each with its size, what is wrong with it, and a way to take it out. */
export function ChosenFiles({ files, onRemove, allowed }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (file: File, index: number) => {
    onRemove?.(file);
    // The next file's button takes the focus of the one that leaves.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      buttons[Math.min(index, buttons.length - 1)]?.focus();
    });
  };
  return (
    <Box component="ul" ref={list} aria-label="Ausgewählte Dateien" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {files.map((file, index) => {
        const problem = problemOf(file, allowed);
        return (
          <Box
            component="li"
            key={`${file.name} ${file.size} ${file.lastModified}`}
            sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 2, borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {megabytes(file.size)}
              </Typography>
              {problem && (
                <Typography variant="body2" sx={{ color: 'error.main' }}>
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
