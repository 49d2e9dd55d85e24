import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { Controller, useController, useWatch, type Control } from 'react-hook-form';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { FormTimeField } from '../../web/ui/fields/FormTimeField.tsx';
import { FormCoachField } from '../../features/coaches/ui/FormCoachField.tsx';
import { absenceKinds } from '../../features/absences/rules.ts';
import type { AbsencePlanForm } from '../../features/absences/ui/absenceForm.ts';
import { kindLabels } from '../../features/absences/ui/words.ts';

interface Props {
  control: Control<AbsencePlanForm>;
  /** Whether to offer the choice of a coach. */
  asAdmin: boolean;
  /** Called after a change in a field that does not fire the form's change event. */
  onChanged: () => void;
  /** Called as text is typed into the field of the coach: whether it says something else than the chosen coach. */
  onCoachTyping: (isTyping: boolean) => void;
}

/** Renders the fields of an absence (reference 14.5): coach, reason, days and times. */
export function AbsenceFields({ control, asAdmin, onChanged, onCoachTyping }: Props) {
  const { field: fromDate } = useController({ control, name: 'fromDate' });
  const { field: tillDate } = useController({ control, name: 'tillDate' });
  const coach = useWatch({ control, name: 'coach' });
  const whoSeesReason = asAdmin ? `${coach?.label ?? 'der Coach'} und Admins` : 'du und Admins';
  return (
    <>
      {asAdmin && (
        <Box sx={fullRow}>
          <FormCoachField name="coach" control={control} onChanged={onChanged} onTyping={onCoachTyping} />
        </Box>
      )}
      <Controller
        name="kind"
        control={control}
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextField
            {...field}
            select
            required
            fullWidth
            label="Grund"
            inputRef={ref}
            error={Boolean(fieldState.error)}
            helperText={fieldState.error?.message ?? `Den Grund sehen nur ${whoSeesReason}.`}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            sx={fullRow}
          >
            <option value="">Bitte wählen</option>
            {absenceKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindLabels[kind]}
              </option>
            ))}
          </TextField>
        )}
      />
      <FormDateField
        name="fromDate"
        label="Erster Tag"
        control={control}
        onChanged={(date) => {
          // Most absences are of one day. An absence of several days keeps its last day if that is still possible.
          const isOneDay = tillDate.value === fromDate.value;
          if (date !== '' && (isOneDay || date > tillDate.value)) tillDate.onChange(date);
          onChanged();
        }}
      />
      <FormTimeField name="fromTime" label="Ab (ganzer Tag: leer)" control={control} onChanged={onChanged} />
      <FormDateField name="tillDate" label="Letzter Tag" control={control} onChanged={onChanged} />
      <FormTimeField name="tillTime" label="Bis (ganzer Tag: leer)" control={control} onChanged={onChanged} />
    </>
  );
}

const fullRow = { gridColumn: '1 / -1' } as const;

/** The grid in which the form lays out the fields. */
export const fieldGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
  // What is focused stays clear of the button below the fields, which stays in sight on a phone.
  '& input, & [role="combobox"], & [role="spinbutton"]': { scrollMarginBottom: '72px' },
} as const;
