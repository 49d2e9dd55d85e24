import { expect, test } from 'vitest';
import { differences, theirs, type ComparedField } from './editConflict.ts';

interface Form {
  name: string;
  phone: string;
}
const fields: readonly ComparedField<Form>[] = [
  { name: 'name', label: 'Name', words: (form) => form.name.trim() },
  { name: 'phone', label: 'Telefon', words: (form) => form.phone },
];
const opened = { name: 'Kim', phone: '0221' };
const between = (own: Partial<Form>, stored: Partial<Form>) => {
  const forms = { opened, own: { ...opened, ...own }, stored: { ...opened, ...stored } };
  return { asked: differences(fields, forms), taken: theirs(fields, forms).map(({ name }) => name) };
};

test('nobody is asked about a field that only one side has changed: this form’s value is kept, the other one taken over', () => {
  expect(between({ name: 'Rosa' }, { phone: '0222' })).toEqual({ asked: [], taken: ['phone'] });
});

test('if both have changed a field, the person decides', () => {
  expect(between({ name: 'Rosa' }, { name: 'Rita', phone: '0222' })).toEqual({
    asked: [{ name: 'name', label: 'Name', own: 'Rosa', stored: 'Rita', side: null }],
    taken: ['phone'],
  });
});

test('the same change by both, or only different spaces, is not a difference', () => {
  expect(between({ name: ' Rosa ' }, { name: 'Rosa' })).toEqual({ asked: [], taken: [] });
});
