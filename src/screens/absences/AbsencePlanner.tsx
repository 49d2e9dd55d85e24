import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useEffect, useRef, useState } from 'react';
import Typography from '@mui/material/Typography';
import { useForm, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { addDays } from '../../shared/berlin.ts';
import { useLatest } from '../../web/useLatest.ts';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { clearServerErrors, showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PreviewForm } from '../../web/ui/layout/PreviewForm.tsx';
import { useFocusOnResult } from '../../web/ui/buttons/useFocusOnResult.ts';
import { planAbsence, planOwnAbsence, type AffectedBooking } from '../../features/absences/contract.ts';
import { AbsenceFields, fieldGrid } from './AbsenceFields.tsx';
import {
  toInput,
  toFormErrors,
  createInitialForm,
  formErrors,
  isFilledIn,
  isPreviewOutdated,
  type AbsencePlanForm,
} from '../../features/absences/ui/absenceForm.ts';
import { AbsencePreview, effectText } from './AbsencePreview.tsx';
import { SickChoices, type SickChoice } from './SickChoices.tsx';
import { toDecisions, type Choices } from '../../features/absences/ui/decisions.ts';
import { refetchAfterAbsence } from '../../features/absences/ui/refetchAfterAbsence.ts';
import { UndoAbsence } from '../../features/absences/ui/UndoAbsence.tsx';
import { describeAbsenceTime } from '../../features/absences/ui/words.ts';

interface Preview {
  /** The form values that the preview belongs to. */
  form: AbsencePlanForm;
  /** The number of free appointments that the absence deletes. */
  freeCount: number;
  /** How many of these are Speedcoachings. */
  speedcoachingCount: number;
  bookings: readonly AffectedBooking[];
}

interface PlannedAbsence {
  form: AbsencePlanForm;
  absenceId: number;
  undoUntil: string | null;
}

interface Props {
  asAdmin: boolean;
  /** A coach who is about to be deactivated. The form then starts with the longest possible absence from today on. */
  leavingCoach: CoachOption | null;
  /** Whether the form starts with an illness today. */
  isSick: boolean;
  /** The absence that was undone or ended last in the list below; null for none. */
  goneAbsenceId: number | null;
}

/**
 * The form that plans an absence (reference 14.5). Once it is complete, a preview follows, in which the user decides on
 * each affected booking. For five minutes the new absence can be undone.
 */
export default function AbsencePlanner({ asAdmin, leavingCoach, isSick, goneAbsenceId }: Props) {
  const { date: today } = useNow();
  const [formError, setFormError] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [refreshReason, setRefreshReason] = useState('');
  const [plannedAbsence, setPlannedAbsence] = useState<PlannedAbsence | null>(null);
  const [isApplying, setIsApplying] = useState(false);
  // The absence whose preview was requested last.
  const requestedKey = useRef('');
  const { resultRef, focusResult } = useFocusOnResult();
  const { control, handleSubmit, setError, setValue, setFocus, clearErrors, trigger, formState } =
    useForm<AbsencePlanForm>({
      defaultValues: createInitialForm(today, leavingCoach, isSick),
      mode: 'onTouched',
      resolver: rulesResolver((values) => formErrors(values, asAdmin)),
    });
  const { errors, isSubmitting } = formState;
  const form = useWatch({ control }) as AbsencePlanForm;
  const [isCoachTyped, setIsCoachTyped] = useState(false);
  const isPreviewCurrent = preview !== null && !isCoachTyped && planKey(preview.form) === planKey(form);

  const isValid = !isCoachTyped && formErrors(form, asAdmin).length === 0;
  const shownAbsence = plannedAbsence?.absenceId === goneAbsenceId ? null : plannedAbsence;

  /** Sends the absence to the server. With `apply` the server creates it, otherwise it only returns the effects. */
  const callServer = async (values: AbsencePlanForm, { apply }: { apply: boolean }) => {
    const input = { ...toInput(values), apply, decisions: apply ? toDecisions(choices) : [] };
    const { data } = asAdmin
      ? await callApi(planAbsence, { ...input, coachId: values.coach?.value ?? null })
      : await callApi(planOwnAbsence, input);
    return data;
  };
  const showFailure = (error: unknown, { keepFocus = false } = {}) => {
    if (isSessionEndedError(error)) return;
    const failure = toFormErrors(error);
    setFormError(failure.formError);
    showServerErrors(setError, failure.errors, { keepFocus });
  };
  /**
   * Shows the preview of a form, unless a later one has been requested meanwhile. Keeps the earlier decisions that are
   * still possible. The participants of a coach who reports sick choose again, unless the coach decides otherwise.
   */
  const showPreview = async (values: AbsencePlanForm) => {
    const key = planKey(values);
    requestedKey.current = key;
    const effects = await callServer(values, { apply: false }).catch((error: unknown) => {
      if (requestedKey.current === key) throw error;
      return null;
    });
    if (!effects || requestedKey.current !== key) return;
    const { free, freeSpeedcoachings = 0, booked: bookings } = effects;
    const suggested = !asAdmin && values.kind === 'illness' ? 'offer' : null;
    setPlannedAbsence(null);
    setPreview({ form: values, freeCount: free, speedcoachingCount: freeSpeedcoachings, bookings });
    setChoices(
      (earlier) =>
        new Map(
          bookings.flatMap(({ appointmentId, moves }) => {
            const choice = earlier.get(appointmentId) ?? suggested;
            const isPossible = choice === 'offer' || moves.some(({ coachId }) => coachId === choice);
            return isPossible ? [[appointmentId, choice] as const] : [];
          }),
        ),
    );
  };
  /** Shows a preview that the user has asked for, and moves the focus to it. */
  const showOnDemand = async (values: AbsencePlanForm) => {
    setFormError('');
    setRefreshReason('');
    await showPreview(values).then(focusResult, showFailure);
  };
  const showByItself = useLatest(async () => {
    if (!isValid || requestedKey.current === planKey(form)) return;
    setFormError('');
    setRefreshReason('');
    await showPreview(form).catch((error: unknown) => showFailure(error, { keepFocus: true }));
  });
  const completeKey = isValid ? planKey(form) : null;
  useEffect(() => {
    if (completeKey === null) return;
    const timer = setTimeout(() => void showByItself.current(), typingPauseMs);
    return () => clearTimeout(timer);
  }, [completeKey, showByItself]);
  useEffect(() => {
    if (goneAbsenceId === null || goneAbsenceId !== plannedAbsence?.absenceId) return;
    // The form still has this absence, so its preview comes again.
    requestedKey.current = '';
    void showByItself.current();
  }, [goneAbsenceId, plannedAbsence, showByItself]);
  const { fromDate, tillDate } = form;
  useEffect(() => {
    // Shows at once that the days are in the wrong order, since each of the two is complete.
    if (fromDate !== '' && tillDate !== '') void trigger('tillDate');
  }, [fromDate, tillDate, trigger]);
  const createAbsence = async () => {
    if (!preview || isApplying) return;
    setIsApplying(true);
    setFormError('');
    setRefreshReason('');
    try {
      const { absenceId, undoUntil } = await callServer(preview.form, { apply: true });
      toast.success('Die Abwesenheit ist eingetragen!', 'absence');
      setPreview(null);
      setChoices(new Map());
      setPlannedAbsence({ form: preview.form, absenceId: absenceId ?? 0, undoUntil });
      focusResult();
      void refetchAfterAbsence();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Abwesenheit konnte nicht eingetragen werden!', 'absence');
      if (!isPreviewOutdated(error)) return showFailure(error);
      // The bookings have changed since the preview: show a new one.
      setRefreshReason(error.message);
      await showPreview(preview.form).then(focusResult, showFailure);
    } finally {
      setIsApplying(false);
    }
  };
  const onChanged = () => clearServerErrors(errors, clearErrors);
  const reportSick = (choice: SickChoice) => {
    const firstDay = choice === 'tomorrow' ? addDays(today, 1) : today;
    const sick = { kind: 'illness', fromDate: firstDay, fromTime: '', tillDate: firstDay, tillTime: '' } as const;
    for (const name of ['kind', 'fromDate', 'fromTime', 'tillDate', 'tillTime'] as const) setValue(name, sick[name]);
    clearErrors();
    const values = { ...form, ...sick };
    if (formErrors(values, asAdmin).length > 0) setFocus('coach');
    else if (choice === 'until') setFocus('tillDate');
    else void showOnDemand(values);
  };
  return (
    <>
      <PreviewForm
        label="Abwesenheit planen"
        grid={fieldGrid}
        formError={formError}
        preview={isPreviewCurrent ? 'current' : preview ? 'outdated' : 'none'}
        busy={isSubmitting}
        busyText="Wird geprüft..."
        // If it fails as a whole, a button tries again.
        isAutomatic={formError === ''}
        onSubmit={(event) => void handleSubmit(showOnDemand)(event)}
        onChange={onChanged}
      >
        <SickChoices onChoose={reportSick} />
        <AbsenceFields control={control} asAdmin={asAdmin} onChanged={onChanged} onCoachTyping={setIsCoachTyped} />
        {isPreviewCurrent && preview.bookings.length > 0 && (
          <Box sx={stickyNotice}>
            <Button variant="contained" fullWidth onClick={focusResult}>
              Betroffene ansehen ({preview.bookings.length})
            </Button>
          </Box>
        )}
      </PreviewForm>
      <Box role="status" sx={visuallyHidden}>
        {isPreviewCurrent && effectText(preview)}
      </Box>
      {!preview && !shownAbsence && (
        <Typography sx={{ mt: 4, color: 'text.secondary' }}>
          Sobald {asAdmin ? 'Coach, Grund und Tage' : 'Grund und Tage'} feststehen, steht hier, welche Termine es
          trifft.
        </Typography>
      )}
      {preview && (
        <AbsencePreview
          ref={resultRef}
          {...preview}
          choices={choices}
          onChoose={setChoices}
          asAdmin={asAdmin}
          isCurrent={isPreviewCurrent}
          form={isValid ? 'valid' : isFilledIn(form, asAdmin) ? 'wrong' : 'incomplete'}
          refreshReason={refreshReason}
          busy={isApplying}
          onApply={() => void createAbsence()}
        />
      )}
      {shownAbsence && (
        <Box ref={resultRef} tabIndex={-1} sx={{ mt: 6, outline: 'none' }}>
          <Notice
            kind="success"
            action={
              shownAbsence.undoUntil && (
                <UndoAbsence
                  absenceId={shownAbsence.absenceId}
                  until={shownAbsence.undoUntil}
                  asAdmin={asAdmin}
                  name={planLabel(shownAbsence.form)}
                  onUndone={() => {
                    document.querySelector('h1')?.focus();
                    setPlannedAbsence(null);
                    requestedKey.current = '';
                    void showByItself.current();
                  }}
                />
              )
            }
          >
            Eingetragen: {planLabel(shownAbsence.form)}.
            {leavingCoach && shownAbsence.form.coach?.value === leavingCoach.value && (
              <>
                {' '}
                <Link component={RouterLink} to={`/coachlist?suche=${encodeURIComponent(leavingCoach.label)}`}>
                  Jetzt auf inaktiv setzen
                </Link>
              </>
            )}
          </Notice>
        </Box>
      )}
    </>
  );
}

/** Stays in sight on a phone while the end of the form, below which the preview stands, is not. */
const stickyNotice = {
  display: { sm: 'none' },
  position: 'sticky',
  bottom: 'calc(12px + var(--dock, 0px) + var(--connection-notice, 0px))',
  zIndex: 1,
} as const;

/** How long the user must stop typing before the preview is renewed, in milliseconds. */
const typingPauseMs = 300;

/** Returns a key for comparing forms: equal keys mean the same absence. */
const planKey = (form: AbsencePlanForm) => JSON.stringify([form.coach?.value, toInput(form)]);

function planLabel({ coach, fromTime, tillTime, ...days }: AbsencePlanForm): string {
  const absence = describeAbsenceTime({ ...days, fromTime: fromTime || null, tillTime: tillTime || null });
  return coach ? `${coach.label}, ${absence}` : absence;
}
