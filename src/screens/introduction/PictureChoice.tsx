import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { pictureTypes } from '../../features/coaches/introduction/rules.ts';
import type { PictureState } from './usePictureChoice.ts';

/** The buttons to choose or remove a picture, and a text about the requirements for pictures. */
export function PictureChoice({ picture }: { picture: PictureState }) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const requirementsId = useId();
  const hasPicture = picture.url !== null;
  return (
    <Box role="group" aria-label="Bild">
      <input
        ref={field}
        type="file"
        accept={pictureTypes}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void picture.choose(file);
          // Without this, choosing the same file again after editing it would not fire a change event.
          target.value = '';
        }}
      />
      {picture.problem && (
        <Notice kind="error" announced>
          {picture.problem}
        </Notice>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2 }}>
        <Button
          ref={button}
          variant="outlined"
          aria-describedby={requirementsId}
          onClick={() => field.current?.click()}
        >
          {hasPicture ? 'Anderes Bild wählen' : 'Bild wählen'}
        </Button>
        {hasPicture && (
          <Button
            onClick={() => {
              picture.remove();
              // The focused button disappears, so the other button takes the focus.
              button.current?.focus();
            }}
          >
            Ohne Bild
          </Button>
        )}
      </Box>
      <Typography id={requirementsId} variant="body2" sx={{ color: 'text.secondary' }}>
        Freiwillig: JPEG, PNG oder WebP, höchstens 2&nbsp;MB. Gezeigt wird die Mitte als Quadrat, ohne Ort und andere
        Angaben in der Datei.
      </Typography>
    </Box>
  );
}
