// The package has no types; this is what font.ts uses.
declare module 'subset-font' {
  interface Options {
    targetFormat: string;
    keepAllGlyphs: boolean;
    variationAxes: Record<string, { min: number; max: number }>;
    preserveNameIds: readonly number[];
  }
  export default function subsetFont(font: Buffer, text: null, options: Options): Promise<Buffer>;
}
