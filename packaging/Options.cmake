# Read by cpack. dpkg-shlibdeps names libraries in the order of a Perl hash, and
# drops or keeps those that another one brings by chance.
set(ENV{PERL_HASH_SEED} 0)
