import { expect, test } from 'vitest';
import { findConflicts, findAdoptedFields, type ComparedField } from './editConflict.ts';

interface Form {
  name: string;
  phone: string;
}
const fields: readonly ComparedField<Form>[] = [
  { name: 'name', label: 'Name', format: (form) => form.name.trim() },
  { name: 'phone', label: 'Telefon', format: (form) => form.phone },
];
const openedForm = { name: 'Kim', phone: '0221' };
const compare = (own: Partial<Form>, stored: Partial<Form>) => {
  const forms = { opened: openedForm, own: { ...openedForm, ...own }, stored: { ...openedForm, ...stored } };
  return { conflicts: findConflicts(fields, forms), adopted: findAdoptedFields(fields, forms).map(({ name }) => name) };
};

test('if only one of two users has changed a field, the changed value is used without asking', () => {
  expect(compare({ name: 'Rosa' }, { phone: '0222' })).toEqual({ conflicts: [], adopted: ['phone'] });
});

test('a field that two users have changed to different values is a conflict', () => {
  expect(compare({ name: 'Rosa' }, { name: 'Rita', phone: '0222' })).toEqual({
    conflicts: [{ name: 'name', label: 'Name', own: 'Rosa', stored: 'Rita', side: null }],
    adopted: ['phone'],
  });
});

test('a field that two users have changed to the same value, apart from spaces, is not a conflict', () => {
  expect(compare({ name: ' Rosa ' }, { name: 'Rosa' })).toEqual({ conflicts: [], adopted: [] });
});
