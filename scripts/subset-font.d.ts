// The package has no types. These are the types that font.ts needs.
declare module 'subset-font' {
  interface Options {
    targetFormat: string;
    keepAllGlyphs: boolean;
    variationAxes: Record<string, { min: number; max: number }>;
    preserveNameIds: readonly number[];
  }
  export default function subsetFont(font: Buffer, text: null, options: Options): Promise<Buffer>;
}
