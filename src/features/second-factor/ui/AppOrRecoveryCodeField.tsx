import Button from '@mui/material/Button';
import { useState } from 'react';
import { CodeField } from './CodeField.tsx';

interface Props {
  code: string;
  onCode: (code: string) => void;
  autoFocus?: boolean;
}

/** A field for a code from the app, with a button that switches to a recovery code and back. */
export function AppOrRecoveryCodeField({ code, onCode, autoFocus = false }: Props) {
  // Null until the button is clicked for the first time.
  const [isRecoveryCode, setIsRecoveryCode] = useState<boolean | null>(null);
  return (
    <>
      <CodeField
        key={String(isRecoveryCode)}
        code={code}
        onCode={onCode}
        isRecoveryCode={isRecoveryCode ?? false}
        autoFocus={autoFocus || isRecoveryCode !== null}
      />
      <Button
        sx={{ justifySelf: 'start' }}
        onClick={() => {
          setIsRecoveryCode(!isRecoveryCode);
          onCode('');
        }}
      >
        {isRecoveryCode ? 'Code aus der App eingeben' : 'App nicht zur Hand?'}
      </Button>
    </>
  );
}
