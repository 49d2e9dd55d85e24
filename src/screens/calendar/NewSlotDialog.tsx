import Box from '@mui/material/Box';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { clearServerErrors, showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { FormTimeField } from '../../web/ui/fields/FormTimeField.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useHolidayName } from '../../features/calendar-feed/ui/useHolidayName.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { FormCoachField } from '../../features/coaches/ui/FormCoachField.tsx';
import { useFederalState } from '../../features/coaches/ui/useFederalState.ts';
import { createAppointment, createOwnAppointment } from '../../features/appointments/contract.ts';
import { OfferHint } from '../../features/waiting/ui/OfferHint.tsx';
import { describeCreationFailure } from '../new-appointment/creationFailure.ts';
import { appointmentErrors, toInput, type NewAppointment } from '../new-appointment/newAppointment.ts';
import { TypeField } from '../new-appointment/TypeField.tsx';
import type { TimeRange } from './gridEvents.ts';

interface Props {
  /** The range selected in the calendar. Its times are '' if only a day is given. */
  range: TimeRange;
  /** The coach of the new appointment, if an admin has already chosen one; otherwise null. */
  coach: CoachOption | null;
  asAdmin: boolean;
  onDone: () => void;
  onClosed: () => void;
}

/** The form that creates a free appointment (reference 7.17). A refusal is shown at the field that it concerns. */
export default function NewSlotDialog({ range, coach, asAdmin, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [formError, setFormError] = useState('');
  const { date: today } = useNow();
  const { control, handleSubmit, setError, clearErrors, formState } = useForm<NewAppointment>({
    defaultValues: {
      coach,
      type: 'Einzelcoaching',
      date: range.date,
      fromTime: range.from,
      tillTime: range.till,
      direct: false,
      participant: null,
    },
    mode: 'onTouched',
    resolver: rulesResolver((values) => appointmentErrors(values, { asAdmin, today })),
  });
  const [type, date, chosenCoach] = useWatch({ control, name: ['type', 'date', 'coach'] });
  const holiday = useHolidayName(date, useFederalState(asAdmin ? (chosenCoach?.value ?? null) : undefined));
  const submit = handleSubmit(async (form) => {
    setFormError('');
    try {
      if (asAdmin) await callApi(createAppointment, { ...toInput(form), coachId: form.coach?.value ?? null });
      else await callApi(createOwnAppointment, toInput(form));
      toast.success('Der Termin wurde erfolgreich erstellt!', 'creation');
      onDone();
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      const failure = describeCreationFailure(error, asAdmin);
      toast.error(failure.toast, 'creation');
      setFormError(failure.formError);
      showServerErrors(setError, failure.fieldErrors);
    }
  });
  const onChanged = () => clearServerErrors(formState.errors, clearErrors);
  return (
    <FormDialog
      title="Termin anlegen"
      open={open}
      busy={formState.isSubmitting}
      isChanged={formState.isDirty}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Anlegen"
      busyText="Wird angelegt..."
    >
      <Box sx={{ display: 'grid', gap: 4, pt: 2 }}>
        {formError && (
          <Notice kind="error" announced>
            {formError}
          </Notice>
        )}
        {asAdmin && <FormCoachField name="coach" control={control} onChanged={onChanged} />}
        <FormDateField
          name="date"
          label="Datum"
          helperText={holiday && `${holiday}: trotzdem anlegen?`}
          control={control}
          onChanged={onChanged}
        />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
          <FormTimeField name="fromTime" label="Von" required control={control} onChanged={onChanged} />
          <FormTimeField name="tillTime" label="Bis" required control={control} onChanged={onChanged} />
        </Box>
        <Controller
          name="type"
          control={control}
          render={({ field, fieldState }) => <TypeField {...field} error={fieldState.error?.message} />}
        />
        {type === 'Einzelcoaching' && <OfferHint asAdmin={asAdmin} />}
      </Box>
    </FormDialog>
  );
}
