"""Short ways to do what the library is mostly used for; `import timebooth` gives all of them."""
