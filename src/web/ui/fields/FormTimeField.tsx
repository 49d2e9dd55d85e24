import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { focusTargetOf } from './firstSection.ts';
import { TimeField } from './TimeField.tsx';

interface Props<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPathByValue<Form, string>;
  label: string;
  required?: boolean;
  /**
   * Called after each change with the new and the old time, `HH:mm` ('' if incomplete): the field does not fire the
   * form's change event.
   */
  onChanged?: (time: string, oldTime: string) => void;
}

/** A time field of a form, which shows the form's error for it. */
export function FormTimeField<Form extends FieldValues>(props: Props<Form>) {
  const { control, name, label, required = false, onChanged } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <TimeField
      label={label}
      required={required}
      value={field.value}
      onBlur={field.onBlur}
      onChange={(time) => {
        const oldTime: string = field.value;
        field.onChange(time);
        onChanged?.(time, oldTime);
      }}
      error={fieldState.error?.message}
      inputRef={(input) => field.ref(input && focusTargetOf(input))}
    />
  );
}
