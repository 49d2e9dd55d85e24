import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { getLicences } from './contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('anyone can read the licences of what is in the portal: browser, server, packages beside them, the font [1.18]', async () => {
  const { packages, texts } = (await world.call(getLicences, null)).body.data!;
  const licenceOf = (name: string) => packages.find((entry) => entry.name === name)?.licence;
  expect(licenceOf('react')).toBe('MIT');
  expect(licenceOf('fastify')).toBe('MIT');
  expect(licenceOf('sharp')).toBe('Apache-2.0');
  expect(licenceOf('Atkinson Hyperlegible Next')).toBe('OFL-1.1');
  const libvips = packages.find(({ name }) => name.startsWith('@img/sharp-libvips-'));
  expect(libvips?.licence).toBe('LGPL-3.0-or-later');
  const textOf = (name: string) => texts[packages.find((entry) => entry.name === name)?.text ?? -1];
  const lesserLicence = textOf(libvips?.name ?? '');
  expect(lesserLicence).toMatch(/^\| librsvg +\| LGPLv3/m);
  expect(lesserLicence).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(lesserLicence).toContain('TERMS AND CONDITIONS');
  // A package of fonts has two licences: its own, and that of the fonts.
  expect(textOf('@expo-google-fonts/noto-sans')).toMatch(/^MIT License[^]*SIL Open Font License/i);
  expect(textOf('@aws-sdk/nested-clients')).toContain('Apache License');
  // The PDF reader in the browser has fonts and decoders of others.
  expect(textOf('pdfjs-dist/standard_fonts')).toMatch(/PDFium[^]*SIL Open Font License/i);
  expect(textOf('pdfjs-dist/wasm')).toMatch(/Universit[^]*Louvain/i);
  expect(textOf('pdfjs-dist/cmaps')).toContain('Adobe');
  expect(textOf('pdfjs-dist/iccs')).toBeDefined();
  // Tools that only build or test the portal are not in it.
  expect(packages.map(({ name }) => name)).not.toContain('vitest');
  const react = packages.find(({ name }) => name === 'react')!;
  expect(texts[react.text ?? -1]).toContain('Permission is hereby granted');
  expect(new Set(texts).size).toBe(texts.length);
  expect(packages.filter(({ licence, text }) => licence === null && text === null)).toEqual([]);
});
