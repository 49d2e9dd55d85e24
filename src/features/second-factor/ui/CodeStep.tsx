import Typography from '@mui/material/Typography';
import { AppOrRecoveryCodeField } from './AppOrRecoveryCodeField.tsx';

/** The second step of signing in, which replaces the fields for e-mail address and password. */
export default function CodeStep(props: { code: string; onCode: (code: string) => void }) {
  return (
    <>
      <Typography>Dein Passwort stimmt. Jetzt fehlt noch ein Code.</Typography>
      <AppOrRecoveryCodeField {...props} autoFocus />
    </>
  );
}
