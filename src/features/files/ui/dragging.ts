/** Shows an element only on devices that can drag: with a mouse, a pen or a touchpad. */
export const withMouse = { '@media not (any-pointer: fine)': { display: 'none' } } as const;

/** Shows an element only on devices with touch alone. */
export const withFinger = { '@media (any-pointer: fine)': { display: 'none' } } as const;
