/** The result of another program: apps with invalid clicks. */
export const flaggedApps = ["com.brightflash.torch", "com.cleanwizard.booster", "com.funnyfaces.camera.HDplus"];
