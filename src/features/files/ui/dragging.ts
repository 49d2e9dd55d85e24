/** Shows an element only on devices that can drag: with a mouse, a pen or a touchpad. */
export const onlyWithMouse = { '@media not (any-pointer: fine)': { display: 'none' } } as const;

/** Shows an element only on devices with touch alone. */
export const onlyWithTouch = { '@media (any-pointer: fine)': { display: 'none' } } as const;
