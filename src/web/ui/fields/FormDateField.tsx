import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { DateField } from './DateField.tsx';
import { focusTargetOf } from './firstSection.ts';

interface Props<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPathByValue<Form, string>;
  label: string;
  helperText?: string | undefined;
  required?: boolean;
  /** The earliest day, `yyyy-mm-dd`. */
  min?: string | undefined;
  /**
   * Called after each change with the date `yyyy-mm-dd` ('' if incomplete): the field does not fire the form's change
   * event.
   */
  onChanged?: (date: string) => void;
}

/** A date field of a form, which shows the form's error for it. It is required by default. */
export function FormDateField<Form extends FieldValues>({
  control,
  name,
  label,
  helperText,
  required = true,
  min,
  onChanged,
}: Props<Form>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <DateField
      label={label}
      required={required}
      value={field.value}
      onBlur={field.onBlur}
      onChange={(date) => {
        field.onChange(date);
        onChanged?.(date);
      }}
      error={fieldState.error?.message}
      {...(helperText ? { helperText } : {})}
      {...(min ? { min } : {})}
      inputRef={(input) => field.ref(input && focusTargetOf(input))}
    />
  );
}
