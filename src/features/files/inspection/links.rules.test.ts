import { describe, expect, test } from 'vitest';
import { isHarmfulLink, isRemote } from './links.rules.ts';

describe('the target of a template, picture or object', () => {
  test.each([
    'https://evil.example/a.dotm',
    'HTTP://evil.example/a.png',
    ' //server/share/a.dotm ',
    '\\\\server\\share\\a.dotm',
    '%5c%5cserver%5cshare',
    '%2f%2fserver%2fshare',
    'file://server/share/a.dotm',
    'file:////server/share/a.dotm',
    'file://localhost//server/a.dotm',
    'ftp:a.dotm',
    'c:\\\\a:b',
    'data:text/html,x',
    'xdata:image/png',
  ])('%j is on another computer', (target) => expect(isRemote(target)).toBe(true));

  test.each([
    '',
    ' ',
    '#Seite2',
    'cid:bild1',
    'data:image/png;base64,AA',
    'media/image1.png',
    'Normal.dotm',
    'C:\\Vorlagen\\Lebenslauf.dotm',
    'c:lebenslauf.dotm',
    '/Users/ida/Vorlage.dotm',
    '\\Vorlage.dotm',
    '/C:/Vorlagen/Lebenslauf.dotm',
    'file:///C:/Vorlagen/Lebenslauf.dotm',
    'FILE:///Users/ida/Vorlage.dotm',
    'file://localhost/Users/ida/Vorlage.dotm',
    'file:/Users/ida/Vorlage.dotm',
    'C:%5CVorlagen%5CLebenslauf.dotm',
  ])('%j is on the writer’s own disk or in the document', (target) => expect(isRemote(target)).toBe(false));
});

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'mhtml:x',
    'shell:startup',
    'mk:@msitstore:x',
    'hcp:x',
    'its:x',
    'ms-its:x',
    'ms-msdt:/id',
    'ms-officecmd:x',
    'ms-appinstaller:?source=x',
    'search-ms:query=x',
    'vnd.sun.star.script:x',
    'macro:x',
  ])('to %j is harmful', (target) => expect(isHarmfulLink(target)).toBe(true));

  test.each([
    'https://portfolio.example/javascript:',
    'mailto:ida@test.example',
    'tel:+49221',
    '#macro:',
    'xits:',
    'vnd.sun.star.:x',
  ])('to %j is harmless', (target) => expect(isHarmfulLink(target)).toBe(false));
});
