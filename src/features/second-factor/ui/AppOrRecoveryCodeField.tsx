import Button from '@mui/material/Button';
import { useState } from 'react';
import { CodeField } from './CodeField.tsx';

interface Props {
  code: string;
  onCode: (code: string) => void;
  autoFocus?: boolean;
}

/** A field for the app's code, with a button to enter a recovery code instead. */
export function AppOrRecoveryCodeField({ code, onCode, autoFocus = false }: Props) {
  const [recovery, setRecovery] = useState<boolean | null>(null);
  return (
    <>
      <CodeField
        key={String(recovery)}
        code={code}
        onCode={onCode}
        recovery={recovery ?? false}
        autoFocus={autoFocus || recovery !== null}
      />
      <Button
        sx={{ justifySelf: 'start' }}
        onClick={() => {
          setRecovery(!recovery);
          onCode('');
        }}
      >
        {recovery ? 'Code aus der App eingeben' : 'App nicht zur Hand?'}
      </Button>
    </>
  );
}
