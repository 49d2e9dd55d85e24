import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { CallError, isSessionEndedError, upload } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { deleteDraft, storeDraft, readDraft } from '../../web/drafts/drafts.ts';
import { getSessionId, useSession } from '../../web/session.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { CounterField } from '../../web/ui/fields/CounterField.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import {
  getIntroductions,
  getMyIntroduction,
  proposalParts,
  proposeIntroduction,
  type OwnIntroduction,
} from '../../features/coaches/introduction/contract.ts';
import { introductionErrors } from '../../features/coaches/introduction/rules.ts';
import { IntroductionCard } from '../../features/coaches/introduction/ui/IntroductionCard.tsx';
import { PictureChoice } from './PictureChoice.tsx';
import { usePictureChoice } from './usePictureChoice.ts';

const draftName = 'introduction';

/**
 * The form for the text and the picture of a proposal, with a preview of the card that participants will see. The typed
 * text is kept on this device until it is sent. A chosen file cannot be kept.
 */
export function IntroductionForm({ introduction }: { introduction: OwnIntroduction }) {
  const { user } = useSession();
  const owner = user?.email ?? '';
  const { open: proposal, shown: published } = introduction;
  const storedVersion = proposal ?? published;
  const storedText = storedVersion?.text ?? '';
  const [text, setText] = useState(() => {
    const draft = readDraft(owner, draftName);
    return typeof draft === 'string' ? draft : storedText;
  });
  const picture = usePictureChoice(storedVersion?.pictureId ?? null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isTextChanged = text.trim() !== storedText;
  useEffect(() => {
    if (isTextChanged) storeDraft(owner, draftName, text);
    else deleteDraft(owner, draftName);
  }, [owner, text, isTextChanged]);

  const send = async () => {
    const id = getSessionId();
    const { file, keptPictureId } = picture.choice;
    const fields: Record<string, string> = { [`${proposalParts.text}_${id}`]: text };
    if (keptPictureId !== null) fields[`${proposalParts.keepPicture}_${id}`] = String(keptPictureId);
    setBusy(true);
    setFailure(null);
    try {
      await upload(proposeIntroduction, file ? [file] : [], (session) => `picture_${session}`, { fields });
      deleteDraft(owner, draftName);
      await invalidate(getMyIntroduction, getIntroductions);
      toast.success('Deine Vorstellung wird jetzt geprüft!', 'introduction');
    } catch (problem) {
      if (isSessionEndedError(problem)) return;
      const pictureError = problem instanceof CallError && problem.errors.find(({ path }) => path === 'picture');
      if (pictureError) picture.setProblem(pictureError.message);
      else setFailure(problem);
    } finally {
      setBusy(false);
    }
  };

  const name = user ? `${user.firstName} ${user.lastName}` : '';
  const [firstError] = introductionErrors({ text: text.trim(), hasPicture: picture.url !== null });
  // A refused proposal may be sent again unchanged, for example after the coach has talked to an admin.
  const isUnchanged =
    storedVersion !== null && !isTextChanged && !picture.isChanged && storedVersion.state !== 'refused';
  return (
    <Section title="Wie du dich vorstellst">
      <Box
        component="form"
        noValidate
        sx={{ display: 'grid', gap: 5 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !firstError && !isUnchanged) void send();
        }}
      >
        <CounterField
          label="Über dich"
          value={text}
          onChange={setText}
          max={maxLengths.introduction}
          minRows={4}
          helperText="Zum Beispiel: Was machst du gern, wobei kannst du helfen?"
        />
        <PictureChoice picture={picture} />
        <Box component="section" aria-label="Vorschau" sx={preview}>
          <Typography variant="body2" sx={{ mb: 3, color: 'text.secondary' }}>
            So sehen dich Teilnehmende:
          </Typography>
          <IntroductionCard name={name} coach={name} text={text.trim()} picture={picture.url} />
        </Box>
        {failure !== null && <ErrorNotice error={failure} />}
        <Box>
          <BusyButton
            type="submit"
            busy={busy}
            busyText="Wird gesendet..."
            disabledReason={firstError?.message ?? (isUnchanged ? 'Du hast noch nichts geändert.' : '')}
          >
            Zur Prüfung senden
          </BusyButton>
        </Box>
      </Box>
    </Section>
  );
}

const preview = { p: { xs: 3, sm: 5 }, border: 1, borderColor: 'divider', borderRadius: '14px' } as const;
