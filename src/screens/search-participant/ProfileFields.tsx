import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { LocationField } from '../../features/accounts/ui/LocationField.tsx';
import { PhoneField } from '../../features/accounts/ui/PhoneField.tsx';
import { maxLengths } from '../../shared/lengths.ts';
import {
  detailFields,
  detailKeys,
  isOptional,
  nameFields,
  nameKeys,
  profileLabels,
  type DetailField,
  type ProfileField,
} from '../../shared/profile.ts';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import type { Form } from './userDataForm.ts';

interface Props {
  /** What is said below the e-mail address while it has no error. */
  notice?: ReactNode;
  /** Fields before the name. */
  children?: ReactNode;
}

/** The fields of a participant's data, for the form around them. Each field shows its own error. */
export function ProfileFields({ notice, children }: Props) {
  const { control, register, trigger, formState } = useFormContext<Form>();
  const { errors, touchedFields } = formState;

  const textFieldProps = (name: ProfileField, maxLength: number) => ({
    ...register(name),
    label: profileLabels[name],
    required: !isOptional(name),
    fullWidth: true,
    // The browser must not fill in the admin's own data.
    autoComplete: 'off',
    error: Boolean(errors[name]),
    helperText: errors[name]?.message,
    slotProps: { htmlInput: { maxLength } },
  });
  /** Validates the other date of a pair again, if there is one and the user has visited it. */
  const revalidate = (other: DetailField | null) => {
    if (other && touchedFields[other]) void trigger(other);
  };
  return (
    <Box sx={grid}>
      {children}
      {nameKeys.map((name) => (
        <TextField key={name} {...textFieldProps(name, nameFields[name].max)} />
      ))}
      <TextField {...textFieldProps('email', maxLengths.email)} type="email" />
      <Controller
        name="phoneNumber"
        control={control}
        render={({ field, fieldState }) => (
          <PhoneField {...field} autoComplete="off" error={fieldState.error?.message} />
        )}
      />
      {!errors.email && notice && <Box sx={fullRow}>{notice}</Box>}
      <Controller
        name="locationId"
        control={control}
        render={({ field, fieldState }) => <LocationField {...field} error={fieldState.error?.message} />}
      />
      {detailKeys.map((name) => {
        const detail = detailFields[name];
        if (detail.kind === 'text') return <TextField key={name} {...textFieldProps(name, detail.max)} />;
        const onChanged = () => revalidate(detail.pairedField);
        const required = !detail.optional;
        return (
          <FormDateField
            key={name}
            name={name}
            control={control}
            required={required}
            onChanged={onChanged}
            label={profileLabels[name]}
          />
        );
      })}
    </Box>
  );
}

const fullRow = { gridColumn: '1 / -1', '& > *': { mb: 0 }, '&:empty': { display: 'none' } } as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
  pt: 2,
} as const;
