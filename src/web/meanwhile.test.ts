import { expect, test } from 'vitest';
import { differences, type Read } from './meanwhile.ts';

interface Form {
  name: string;
  phone: string;
}
const fields: readonly Read<Form>[] = [
  { name: 'name', label: 'Name', words: (form) => form.name.trim() },
  { name: 'phone', label: 'Telefon', words: (form) => form.phone },
];
const opened = { name: 'Kim', phone: '0221' };
const between = (own: Partial<Form>, stored: Partial<Form>) =>
  differences(fields, { opened, own: { ...opened, ...own }, stored: { ...opened, ...stored } });

test('a field that only somebody else has changed has theirs, one that only this form has changed keeps its own', () => {
  expect(between({ name: 'Rosa' }, { phone: '0222' })).toEqual([
    { name: 'name', label: 'Name', own: 'Rosa', stored: 'Kim', side: 'own' },
    { name: 'phone', label: 'Telefon', own: '0221', stored: '0222', side: 'stored' },
  ]);
});

test('where both have changed a field nobody decides but the person', () => {
  expect(between({ name: 'Rosa' }, { name: 'Rita' })).toMatchObject([{ own: 'Rosa', stored: 'Rita', side: null }]);
});

test('what both have changed to the same, or spaces alone, is no difference', () => {
  expect(between({ name: ' Rosa ' }, { name: 'Rosa' })).toEqual([]);
});
