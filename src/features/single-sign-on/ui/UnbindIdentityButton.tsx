import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { useProviderConfig } from '../../provider/ui/provider.ts';
import { unbindIdentity } from '../contract.ts';

interface Props {
  /** The id of the person. */
  person: number;
  /** The person's name, for screen readers. */
  name: string;
  onUnbound: () => void;
}

/** A button that unbinds a person from their account at the identity provider. */
export function UnbindIdentityButton({ person, name, onUnbound }: Props) {
  const label = useProviderConfig()?.sso?.label ?? 'Firmenkonto';
  const unbind = async () => {
    try {
      await callApi(unbindIdentity, { userId: person });
      toast.success(`Die Anmeldung über ${label} ist gelöst.`, 'single sign-on');
      onUnbound();
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'single sign-on');
    }
  };
  return (
    <Box>
      <TwoStepButton itemName={`für ${name}`} onConfirm={() => void unbind()}>
        {`Anmeldung über ${label} lösen`}
      </TwoStepButton>
      <FormHelperText>
        Für Coaches mit einem neuen Konto: Die nächste Anmeldung gilt dem Konto mit derselben E-Mail-Adresse. Der Coach
        wird abgemeldet und bekommt eine E-Mail.
      </FormHelperText>
    </Box>
  );
}
