import { useRef, useState } from 'react';
import { pictureAddress } from '../../shared/coach-picture.ts';
import { pictureProblem } from '../../features/coaches/introduction/rules.ts';
import { readPicture } from './readPicture.ts';

/** The picture of a proposal: a new file, the one of the stored version `kept`, or neither. */
interface Choice {
  file: File | null;
  kept: number | null;
  /** The square of the new file, as an address for `<img>`. */
  square: string | null;
}

/** The chosen picture; `stored` is the version that already has a picture. */
export function usePictureChoice(stored: number | null) {
  const [choice, setChoice] = useState<Choice>({ file: null, kept: stored, square: null });
  const [problem, setProblem] = useState('');
  const latest = useRef<File | null>(null);
  const choose = async (file: File) => {
    latest.current = file;
    setProblem('');
    const wrong = pictureProblem(file);
    if (wrong) return setProblem(wrong);
    const square = await readPicture(file);
    // Another file has been chosen meanwhile.
    if (latest.current !== file) return;
    if (square === null) return setProblem('Dieses Bild ist beschädigt. Bitte wähle ein anderes.');
    setChoice({ file, kept: null, square });
  };
  return {
    choice,
    /** Why the last file was rejected; '' if it was accepted. */
    problem,
    changed: choice.file !== null || choice.kept !== stored,
    address: choice.square ?? (choice.kept === null ? null : pictureAddress(choice.kept)),
    choose,
    refuse: setProblem,
    remove: () => {
      latest.current = null;
      setProblem('');
      setChoice({ file: null, kept: null, square: null });
    },
  };
}

export type PictureState = ReturnType<typeof usePictureChoice>;
