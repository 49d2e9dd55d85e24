import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { CoachField, type CoachOption } from './CoachField.tsx';

interface Props<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPathByValue<Form, CoachOption | null>;
  /** Called after each change, because a change of this field fires no change event on the form. */
  onChanged?: () => void;
  /** Called as text is typed or dropped: whether the field says something else than the chosen coach. */
  onTyping?: (isTyping: boolean) => void;
}

/** The required field for a coach in a form, with its error. */
export function FormCoachField<Form extends FieldValues>({ control, name, onChanged, onTyping }: Props<Form>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onBlur, onChange } = field;
  return (
    <CoachField
      value={(value as CoachOption | null)?.value ?? null}
      onBlur={onBlur}
      onChange={(coach) => {
        onChange(coach);
        onChanged?.();
      }}
      required
      {...(onTyping ? { onTyping } : {})}
      error={fieldState.error?.message}
      ref={ref}
    />
  );
}
